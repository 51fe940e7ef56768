import { gunzipSync } from 'node:zlib'
import { startServerHere } from '@gatehouse/testing/processes'

/** A span as a collector got it. Ids are hexadecimal. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty: it is the root of the trace. */
  readonly parentId: string
  readonly traceState: string
  readonly name: string
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string>>
  readonly status: { readonly code: number; readonly message: string }
  /** The resource of the process that sent it. */
  readonly resource: Readonly<Record<string, string>>
}

/** A server that accepts spans as OpenTelemetry's collectors do: OTLP, as protobuf over HTTP. */
export interface Collector {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The requests that delivered the spans. */
  readonly requests: readonly { readonly path: string; readonly authorization: string | undefined }[]
  close(): Promise<void>
}

/** Starts one on this machine. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const requests: { path: string; authorization: string | undefined }[] = []
  const { url, close } = await startServerHere((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks)
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
      spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  return {
    url,
    spans,
    requests,
    close,
  }
}

/** The fields of a message: numbers, and everything that has a length, by the number of the field. */
type Message = ReadonlyMap<number, readonly (Uint8Array | bigint)[]>

/** Reads the wire format of Protocol Buffers. */
function read(bytes: Uint8Array): Message {
  const fields = new Map<number, (Uint8Array | bigint)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at] ?? 0)
      at += 1
      value |= (byte & 0x7fn) << shift
      if ((byte & 0x80n) === 0n) return value
    }
  }
  const piece = (length: number): Uint8Array => bytes.subarray(at, (at += length))
  while (at < bytes.length) {
    const tag = Number(varint())
    const kind = tag & 7
    const value = kind === 0 ? varint() : kind === 1 ? piece(8) : kind === 2 ? piece(Number(varint())) : piece(4)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const bytesAt = (message: Message, field: number): readonly Uint8Array[] =>
  (message.get(field) ?? []).filter((value) => value instanceof Uint8Array)
const messagesAt = (message: Message, field: number) => bytesAt(message, field).map(read)
const textAt = (message: Message, field: number) => Buffer.from(bytesAt(message, field)[0] ?? []).toString('utf8')
const hexAt = (message: Message, field: number) => Buffer.from(bytesAt(message, field)[0] ?? []).toString('hex')
const numberAt = (message: Message, field: number) => Number(message.get(field)?.[0] ?? 0)

/** `KeyValue` of opentelemetry/proto/common/v1: key 1, value 2 (text 1, boolean 2, integer 3). */
function attributesOf(message: Message, field: number): Readonly<Record<string, string>> {
  const pairs = messagesAt(message, field).map((pair) => {
    const [value] = messagesAt(pair, 2)
    const text = value && (value.has(1) ? textAt(value, 1) : String(value.get(2)?.[0] ?? value.get(3)?.[0] ?? '?'))
    return [textAt(pair, 1), text ?? ''] as const
  })
  return Object.fromEntries(pairs)
}

/** `ExportTraceServiceRequest` of opentelemetry/proto/collector/trace/v1. */
function spansOf(body: Uint8Array): readonly CollectedSpan[] {
  return messagesAt(read(body), 1).flatMap((ofResource) => {
    const resource = attributesOf(messagesAt(ofResource, 1)[0] ?? new Map(), 1)
    const spans = messagesAt(ofResource, 2).flatMap((ofScope) => messagesAt(ofScope, 2))
    return spans.map((span) => {
      const [status = new Map()] = messagesAt(span, 15)
      return {
        traceId: hexAt(span, 1),
        spanId: hexAt(span, 2),
        traceState: textAt(span, 3),
        parentId: hexAt(span, 4),
        name: textAt(span, 5),
        kind: numberAt(span, 6),
        attributes: attributesOf(span, 9),
        status: { message: textAt(status, 2), code: numberAt(status, 3) },
        resource,
      }
    })
  })
}
