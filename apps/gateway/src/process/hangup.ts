// The first import of the program: a SIGHUP that is not handled ends a process, also one that only starts and is asked to
// reload.

/** Who asks: an operator, by a signal, or a file that has changed on this machine. */
export type AskedBy = 'signal' | 'change'

let reload: ((by: AskedBy) => void) | undefined
let asked: AskedBy | undefined

// At a terminal the signal means that the window was closed, and ends the process as ever.
if (!process.stdin.isTTY && !process.stdout.isTTY) {
  process.on('SIGHUP', () => askToReload('signal'))
}

/** Has the files read again, now or once `reloadOnSignal` says how. Of both that ask before, the signal asks for more. */
export function askToReload(by: AskedBy): void {
  if (reload !== undefined) reload(by)
  else if (asked !== 'signal') asked = by
}

/** Runs `work` at each SIGHUP, as services do, and at once where one came before: what it asked for may have been read. */
export function reloadOnSignal(work: (by: AskedBy) => void): void {
  reload = work
  if (asked !== undefined) work(asked)
  asked = undefined
}
