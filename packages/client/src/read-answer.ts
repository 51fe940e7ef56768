import type { Flow } from '@gatehouse/contract/flows'
import type { Answer, AnswerMetadata, ErrorAnswer } from './answer.ts'
import { isErrorEnvelope, type Shape } from './shape.ts'

/** The expected body of a call's answer: the shape of a success, and the flow that a 400 may carry. */
export interface Expectation<T, F extends Flow> {
  readonly success: Shape<T>
  readonly flow?: Shape<F>
}

const excerptLength = 500

/** Turns the service's response into an outcome. Throws only if a body cannot be read, never for its content. */
export async function readAnswer<T, F extends Flow>(
  response: Response,
  expected: Expectation<T, F>,
): Promise<Answer<T, F>> {
  const { status, headers } = response
  const metadata = { status, headers, setCookie: headers.getSetCookie() }
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel()
    return { kind: 'redirect', location, ...metadata }
  }

  const text = await response.text()
  const body = parseJson(text)
  if (response.ok) {
    return expected.success(body) ? { kind: 'ok', body, ...metadata } : malformed(metadata, text)
  }
  if (status === 400 && expected.flow?.(body) === true) return { kind: 'flow', flow: body, ...metadata }
  if (isErrorEnvelope(body)) return { kind: 'error', envelope: body, ...metadata }
  return malformed(metadata, text)
}

/** Returns the value of a JSON text; undefined if the text is empty or no JSON. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // `isNothing` must not mistake a proxy's page for an empty answer.
    return text
  }
}

function malformed(metadata: AnswerMetadata, text: string): ErrorAnswer {
  const status = metadata.status >= 400 ? metadata.status : 502
  return {
    ...metadata,
    kind: 'error',
    status,
    envelope: {
      error: {
        id: 'malformed_answer',
        code: status,
        status: status === 502 ? 'Bad Gateway' : 'Error',
        message: 'The identity service gave an answer that could not be understood.',
        reason: 'Something between this application and the identity service may have answered in its place.',
      },
    },
    malformed: {
      status: metadata.status,
      contentType: metadata.headers.get('content-type') ?? '',
      excerpt: text.slice(0, excerptLength),
    },
  }
}
