/** Beside the name of a day, week or month with incomplete figures. */
export function PartialMark() {
  return <span className="ui-quiet ui-partial">不完整</span>
}
