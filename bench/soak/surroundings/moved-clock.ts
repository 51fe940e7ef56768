import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Surroundings } from './settings.ts'

/** The clock of every process of a soak. */
export interface MovedClock {
  readonly settings: Surroundings['clock']
  /** Unix milliseconds. */
  readonly now: () => number
  /** Moves it forward. Resolves once every process has the new time. */
  readonly jump: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens one that is ahead of the system's by so many milliseconds. Its files are in a folder that is there. */
export async function openMovedClock(folder: string, startOffsetMs: number): Promise<MovedClock> {
  const settings = { file: join(folder, 'clock'), socket: join(folder, 'clock.sock') }
  let offsetMs = startOffsetMs
  /** The callers that wait until a process has the time, by its connection. */
  const processes = new Map<Socket, (() => void)[]>()
  await writeFile(settings.file, String(offsetMs))
  const tell = (socket: Socket, waiting: (() => void)[]) =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      socket.write(`${offsetMs}\n`)
    })
  const server = createServer((socket) => {
    const waiting: (() => void)[] = []
    processes.set(socket, waiting)
    const forget = () => {
      processes.delete(socket)
      for (const resolve of waiting.splice(0)) resolve()
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      for (const resolve of waiting.splice(0, text.split('\n').length - 1)) resolve()
    })
    socket.on('error', forget)
    socket.on('close', forget)
    // A jump may have come between reading the file and this.
    void tell(socket, waiting)
  })
  server.listen(settings.socket)
  await once(server, 'listening')

  return {
    settings,
    now: () => Date.now() + offsetMs,
    jump: async (ms) => {
      // Clocks tell whole milliseconds, and tables keep no others.
      offsetMs += Math.round(ms)
      await writeFile(settings.file, String(offsetMs))
      await Promise.all([...processes].map(([socket, waiting]) => tell(socket, waiting)))
    },
    close: async () => {
      for (const socket of processes.keys()) socket.destroy()
      server.close()
      await rm(settings.socket, { force: true })
    },
  }
}
