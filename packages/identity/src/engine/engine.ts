import { longestResult, type EngineAnswer, type EngineJob } from './job.ts'
import { systemCalls } from './system-calls.ts'

/** What `module/main.go` exports. */
interface EngineExports {
  readonly memory: WebAssembly.Memory
  _initialize(): void
  reserve(bytes: number): number
  evaluate(): number
  answer(): number
}

/** Bytes of an answer whose result may be of use: a character takes six at most. With space for what is around it. */
const longestAnswer = 6 * longestResult + 1024

/** An engine with a memory of its own. It throws where that is full; afterwards it cannot be used any more. */
export interface Engine {
  evaluate(job: EngineJob): EngineAnswer
  /** Bytes of memory it has taken. It gives none back. */
  size(): number
}

/** Starts an engine from its compiled module. */
export async function startEngine(module: WebAssembly.Module): Promise<Engine> {
  const calls = systemCalls(module, () => memory)
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls })
  // The module is ours, and its exports are what its source says.
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
      // Read, it would take several times as much again, outside of the memory that is limited.
      if (length > longestAnswer) return { kind: 'failed', reason: 'the result is too long' }
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, engine.answer(), length)))
    },
    size: () => memory.buffer.byteLength,
  }
}
