import type { ChildProcess } from 'node:child_process'
import { createSentForms } from '@gatehouse/account/sent-forms'
import { send, type FromWorker } from './messages.ts'

/** The forms that were sent to any of the workers, in the primary. */
export interface SharedForms {
  /** Handles a message of a worker. */
  handle(worker: ChildProcess, message: FromWorker): void
  /** Called when a worker has ended: its pending forms may be submitted again. */
  forget(worker: ChildProcess): void
}

/** Creates the store of forms. */
export function createPrimarySentForms(): SharedForms {
  const forms = createSentForms()
  const submitting = new Map<ChildProcess, Set<string>>()
  return {
    handle: (worker, message) => {
      if (message.kind === 'form ends') {
        submitting.get(worker)?.delete(message.turn)
        forms.end(message.turn, message.answer)
      }
      if (message.kind !== 'form begins') return
      void forms.begin(message.sent).then((turn) => {
        if (turn.kind === 'submit') note(worker, turn.turn)
        send(worker, { kind: 'form turn', id: message.id, turn })
      })
    },
    forget: (worker) => {
      for (const turn of submitting.get(worker) ?? []) forms.end(turn, undefined)
      submitting.delete(worker)
    },
  }

  function note(worker: ChildProcess, turn: string): void {
    // The worker ended while the form waited.
    if (!worker.connected) {
      forms.end(turn, undefined)
      return
    }
    const held = submitting.get(worker) ?? new Set()
    submitting.set(worker, held.add(turn))
  }
}
