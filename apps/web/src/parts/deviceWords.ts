/** What people call a simulator: its plate first, where it has one, then its name. */
export const deviceWords = ({ carNum, simulatorName }: { carNum: string | null; simulatorName: string }) =>
  carNum === null ? simulatorName : `${carNum} ${simulatorName}`
