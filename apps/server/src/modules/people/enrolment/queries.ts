/** What every list of 招生 is asked. */
export interface Search {
  paramValue?: string | undefined
  schoolId?: number | undefined
}
