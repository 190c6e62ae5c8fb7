/** Beside the name of a day, week or month whose figures are not those of a whole one. */
export function PartialMark() {
  return <span className="ui-quiet ui-partial">不完整</span>
}
