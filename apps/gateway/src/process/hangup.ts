// The first import of the program: a SIGHUP that is not handled ends a process, also one that only starts and is asked to
// reload.

/** The source of a reload: a signal of an operator, or a changed file on this machine. */
export type AskedBy = 'signal' | 'change'

let reload: ((by: AskedBy) => void) | undefined
let asked: AskedBy | undefined

// At a terminal the signal means that the window was closed: it ends the process as usual.
if (!process.stdin.isTTY && !process.stdout.isTTY) {
  process.on('SIGHUP', () => askToReload('signal'))
}

/**
 * Requests a reload, now or once `reloadOnSignal` sets the work. Of several earlier requests a signal takes precedence.
 */
export function askToReload(by: AskedBy): void {
  if (reload !== undefined) reload(by)
  else if (asked !== 'signal') asked = by
}

/** Runs `work` at each SIGHUP, and at once if one came before: the files may have been read before it. */
export function reloadOnSignal(work: (by: AskedBy) => void): void {
  reload = work
  if (asked !== undefined) work(asked)
  asked = undefined
}
