import { Dialog } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import type { Leaving } from './use-unsaved-changes.ts'

interface UnsavedQuestionProps {
  readonly leaving: Leaving
  readonly question: string
  readonly stay: string
  readonly go: string
}

/** Asks whether to discard unsaved input. */
export function UnsavedQuestion({ leaving, question, stay, go }: UnsavedQuestionProps) {
  return (
    <Dialog
      title={question}
      onDismiss={leaving.stay}
      actions={
        <>
          <Button variant="primary" onClick={leaving.stay} data-testid="stay">
            {stay}
          </Button>
          <Button onClick={leaving.goOn} data-testid="leave">
            {go}
          </Button>
        </>
      }
    />
  )
}
