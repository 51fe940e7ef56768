import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { Form } from 'react-router'
import { useFormLabels } from '../../layout/form-labels.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { Waiting } from '../../flow-page/form/waiting.tsx'
import type { AddressProof } from '../../flow-page/settings/address-proof.ts'
import classes from './settings-page.module.css'

/** Says where the code of a new address went, and takes it. A wrong one is answered here as well. */
export function AddressProofForm({ flow, action }: AddressProof) {
  const labels = useFormLabels()
  const { busy, pressed, onSubmit } = useSubmission()
  return (
    <div className={classes.proof} data-testid="address-proof">
      <FlowMessages flow={flow} labels={labels} idPrefix="proof-" />
      <FlowForm
        flow={flow}
        kind="verification"
        action={action}
        idPrefix="proof-"
        form={Form}
        formProps={{ onSubmit, noValidate: true }}
        busy={busy}
        pressed={pressed}
        labels={labels}
      />
      <Waiting busy={busy && pressed !== undefined} />
    </div>
  )
}
