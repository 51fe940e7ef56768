import { longestResult, type EngineAnswer, type EngineJob } from './job.ts'
import { systemCalls } from './system-calls.ts'

/** The exports of `module/main.go`. */
interface EngineExports {
  readonly memory: WebAssembly.Memory
  _initialize(): void
  reserve(bytes: number): number
  evaluate(): number
  answer(): number
}

/** The maximum size of a useful answer, in bytes: a character takes six at most, with space for its envelope. */
const longestAnswer = 6 * longestResult + 1024

/** An engine with a separate memory. It throws if that is full; afterwards it cannot be used any more. */
export interface Engine {
  evaluate(job: EngineJob): EngineAnswer
  /** Returns the bytes of memory that it has taken. It returns none to the system. */
  size(): number
}

/** Starts an engine from its compiled module. */
export async function startEngine(module: WebAssembly.Module): Promise<Engine> {
  const calls = systemCalls(module, () => memory)
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls })
  // The module is ours, and its source defines its exports.
  const engine = instance.exports as unknown as EngineExports
  const { memory } = engine
  // oxlint-disable-next-line no-underscore-dangle -- WASI's name for it
  engine._initialize()
  return {
    evaluate: (job) => {
      const given = new TextEncoder().encode(JSON.stringify(job))
      const start = engine.reserve(given.byteLength)
      new Uint8Array(memory.buffer, start, given.byteLength).set(given)
      const length = engine.evaluate()
      // Reading it would take several times as much memory again, outside of the limit.
      if (length > longestAnswer) return { kind: 'failed', reason: 'the result is too long' }
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, engine.answer(), length)))
    },
    size: () => memory.buffer.byteLength,
  }
}
