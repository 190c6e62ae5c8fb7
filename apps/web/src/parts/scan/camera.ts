/** Why there is no picture of the camera, and what to do, by what browsers call it. */
const problems: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用相机的权限，请在浏览器的网站设置中允许使用相机后重试',
  NotFoundError: '没有找到相机，请拍照识别',
  NotReadableError: '相机正被其他应用使用，请关闭后重试',
}

/** @returns the sentence for the person, whatever the camera failed with */
export const cameraProblem = (error: unknown): string =>
  (error instanceof Error && problems[error.name]) || '相机没有打开，请重试，或拍照识别'

/** Browsers give the camera to pages of HTTPS alone. */
export const cameraForbidden = () =>
  window.isSecureContext ? null : '通过 HTTPS 访问才能使用相机，请拍照识别'

/** The camera at the back where there are two. @throws DOMException what `cameraProblem` has a sentence for */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What cameras of phones have beyond what TypeScript knows. */
interface Torch {
  torch?: boolean
}

/** Whether the camera has a lamp that can be switched. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks()
  if (track === undefined || !('getCapabilities' in track)) return false
  const can: MediaTrackCapabilities & Torch = track.getCapabilities()
  return can.torch === true
}

export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  const lamp: MediaTrackConstraintSet & Torch = { torch: on }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [lamp] })
}
