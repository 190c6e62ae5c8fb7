/** The column of a field: `headsetIp` is `headset_ip`. */
type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Field

/** One of the fields as Kysely selects it: `s.headset_ip as headsetIp`. */
type Selected<Table extends string, Field extends string> = {
  [One in Field]: `${Table}.${ColumnOf<One>} as ${One}`
}[Field]

/** The columns with the form's values; where a value may be missing, its column may be. */
type Written<Form, Field extends string & keyof Form> = {
  [One in Field as undefined extends Form[One] ? never : ColumnOf<One>]: Form[One]
} & {
  [One in Field as undefined extends Form[One] ? ColumnOf<One> : never]?: Exclude<Form[One], undefined>
}

/** The column of a field in the tables: `headsetIp` is in `headset_ip`. */
export function columnOf<const Field extends string>(field: Field): ColumnOf<Field>
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/**
 * What selects a record's plain fields (`PlainFields` of the contract) as they are called in its row. A field without a
 * column, or with one of another type than the row's, does not compile.
 * @param table the table's name in the statement
 */
export function selectPlain<const Table extends string, Field extends string>(
  table: Table,
  fields: readonly Field[],
): Selected<Table, Field>[]
export function selectPlain(table: string, fields: readonly string[]): string[] {
  return fields.map(field => `${table}.${columnOf(field)} as ${field}`)
}

/**
 * What a form says of a record's plain fields, as the columns of its table. A field that is undefined has no column: a
 * change leaves it as it is, and a new row has the table's default.
 */
export function plainColumns<Form, Field extends string & keyof Form>(
  fields: readonly Field[],
  form: Form,
): Written<Form, Field>
export function plainColumns<Form, Field extends string & keyof Form>(fields: readonly Field[], form: Form) {
  const given = fields.filter(field => form[field] !== undefined)
  return Object.fromEntries(given.map(field => [columnOf(field), form[field]]))
}
