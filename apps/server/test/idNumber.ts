const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A valid resident's ID number: area, birthday `YYYYMMDD`, and a number below 1,000 of the day. */
export function idNumberOf(place: number, birthday = '19950607', area = '440106'): string {
  const body = `${area}${birthday}${String(place).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return body + ('10X98765432'[sum % 11] ?? '')
}
