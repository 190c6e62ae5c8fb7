/** The calls or handlers of a kind of record under the names that they have in their domain: `billList`. */
export function namedByKind<Value>(
  kind: string,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `${kind}${name[0]?.toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  )
}
