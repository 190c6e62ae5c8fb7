import type { RowAction } from '../../../ui/list/types.ts'

/** In the preview the act that leads on stands at the end, what takes something away apart from it. */
export type PushAct = RowAction & { place?: 'main' | 'apart' }
