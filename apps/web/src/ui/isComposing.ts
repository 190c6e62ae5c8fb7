/**
 * Whether a key belongs to what is being composed. Safari ends a composition before it hands over the Enter that ended it: such a key
 * has the code 229.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229
