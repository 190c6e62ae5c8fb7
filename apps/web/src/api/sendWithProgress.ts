interface Outgoing {
  readonly method: string
  readonly headers: Headers
  readonly body: XMLHttpRequestBodyInit | null
  readonly signal: AbortSignal | null
}

/**
 * As `fetch`, which does not tell how far a body is: `onSent` hears the share of it that has left, from 0 to 1. Fails as
 * `fetch` does, where no answer comes and where the signal says stop.
 */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: Outgoing,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(whyAborted(signal))
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'blob'
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new TypeError('no answer came'))
    request.onabort = () => reject(whyAborted(signal))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

/** Browsers that the page behind a label is made for do not keep the reason. */
const whyAborted = (signal: AbortSignal | null): unknown =>
  signal?.reason ?? new DOMException('the request was stopped', 'AbortError')

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const body: Blob = request.response
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  // An answer such as 204 may have no body at all.
  return new Response(body.size === 0 ? null : body, { status, statusText, headers })
}
