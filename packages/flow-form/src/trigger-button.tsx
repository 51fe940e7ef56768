import { Button, FieldMessages, type ButtonProps } from '@gatehouse/design/controls'
import classes from './flow-form.module.css'
import { runTrigger, type RunTrigger, type TriggerState } from './triggers.ts'

export interface TriggerButtonProps extends ButtonProps {
  /** The function it calls. */
  readonly trigger: string | undefined
  readonly state?: TriggerState | undefined
  readonly onTrigger?: RunTrigger | undefined
  readonly idPrefix?: string | undefined
}

/** A button that asks a device, and shows below itself what failed. */
export function TriggerButton({
  trigger,
  state,
  onTrigger = runTrigger,
  idPrefix = '',
  ...button
}: TriggerButtonProps) {
  const isAsking = trigger !== undefined && state?.asking === trigger
  const problem = state?.problem?.name === trigger ? state?.problem?.text : undefined
  const id = `${idPrefix}trigger-${trigger}`
  return (
    <>
      <Button
        {...button}
        busy={button.busy || isAsking}
        data-trigger={trigger}
        aria-describedby={problem === undefined ? undefined : `${id}-message-0`}
        onClick={() => trigger !== undefined && onTrigger(trigger)}
      />
      <div role="alert" className={classes.problem} data-testid="trigger-problem">
        {problem !== undefined && <FieldMessages id={id} messages={[{ text: problem, kind: 'error' }]} />}
      </div>
    </>
  )
}
