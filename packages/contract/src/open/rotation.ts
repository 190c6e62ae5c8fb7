/** For how long what another took the place of works beside it: of a key, and of what signs events. Hours. */
export const rotationHours = 24
