import { getRandomValues } from 'node:crypto'
import { longestResult, type EngineAnswer, type EngineJob } from './job.ts'

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

type SystemCall = (...given: readonly never[]) => number

const done = 0
/** The WASI clock with the time of day. The other clocks only count up. */
const wallClock = 0
/** EBADF of WASI. */
const noSuchFile = 8

/**
 * Returns all system calls of the engine: a clock and random numbers. Every other call of its runtime is answered as if
 * nothing could be opened. `node:wasi` would also pass on the standard streams of this process.
 */
function systemCalls(
  module: WebAssembly.Module,
  memory: () => WebAssembly.Memory,
): Readonly<Record<string, SystemCall>> {
  const view = () => new DataView(memory().buffer)
  const none = (count: number, bytes: number): number => {
    view().setUint32(count, 0, true)
    view().setUint32(bytes, 0, true)
    return done
  }
  const known: Readonly<Record<string, SystemCall>> = {
    args_sizes_get: none,
    args_get: () => done,
    environ_sizes_get: none,
    environ_get: () => done,
    sched_yield: () => done,
    clock_time_get: (clock: number, _precision: bigint, result: number) => {
      const now = clock === wallClock ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint()
      view().setBigUint64(result, now, true)
      return done
    },
    random_get: (start: number, length: number) => {
      getRandomValues(new Uint8Array(memory().buffer, start, length))
      return done
    },
    // The runtime writes here before it aborts; the job's answer reports that it took too much.
    fd_write: (_file: number, parts: number, count: number, result: number) => {
      let written = 0
      for (let part = 0; part < count; part += 1) written += view().getUint32(parts + part * 8 + 4, true)
      view().setUint32(result, written, true)
      return done
    },
    proc_exit: (code: number) => {
      throw new Error(`the engine ended itself with ${code}`)
    },
  }
  const names = WebAssembly.Module.imports(module).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, known[name] ?? (() => noSuchFile)]))
}
