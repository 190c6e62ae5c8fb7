/** What people call a simulator: its plate first, where it has one, then its name. */
export const deviceWords = ({ carNum, simulatorName }: { carNum: string | null; simulatorName: string }) =>
  carNum === null ? simulatorName : `${carNum} ${simulatorName}`

interface Placed {
  carNum: string | null
  simulatorName: string
  simulatorNum: string
  organName?: string
  classroomName: string | null
}

/** A simulator among others, which are called 02 号模拟器 in every classroom; `doing`: what it is being used for. */
export const deviceLine = (simulator: Placed, doing?: string): string =>
  [deviceWords(simulator), doing, simulator.organName, simulator.classroomName, simulator.simulatorNum]
    .filter(part => part !== undefined && part !== null)
    .join(' · ')
