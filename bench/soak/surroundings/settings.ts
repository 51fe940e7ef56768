/** The surroundings of the program's processes, from the environment. */
export interface Surroundings {
  readonly clock: {
    /** Holds how far the clock is ahead, in milliseconds: for processes that start. */
    readonly file: string
    /** The socket that announces jumps. */
    readonly socket: string
  }
  readonly receiverPort: number
}

const names = { file: 'SOAK_CLOCK_FILE', socket: 'SOAK_CLOCK_SOCKET', port: 'SOAK_RECEIVER_PORT' } as const

/** Reads them; throws if one is missing. */
export function readSurroundings(environment: NodeJS.ProcessEnv): Surroundings {
  const { [names.file]: file, [names.socket]: socket, [names.port]: port } = environment
  if (file === undefined || socket === undefined || port === undefined) {
    throw new Error(`the surroundings of a soak need ${Object.values(names).join(', ')}`)
  }
  return { clock: { file, socket }, receiverPort: Number(port) }
}

/**
 * Returns the variables with which a program starts, so that all its processes and threads are in these surroundings.
 */
export function surroundingsEnvironment({ clock, receiverPort }: Surroundings): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import=${new URL('preload.ts', import.meta.url).href}`,
    [names.file]: clock.file,
    [names.socket]: clock.socket,
    [names.port]: String(receiverPort),
  }
}
