import { z } from 'zod'

/** Whose key seals held identities. */
export const heldColumn = 'held_identity.sealed'

/** Who an erased student was. */
export const identity = z.object({
  name: z.string(),
  phone: z.string(),
  idNumber: z.string().nullable(),
})

/** What an erased student is called: their number still tells them from others. */
export const erasedName = (id: number) => `已注销学员（${id}）`
