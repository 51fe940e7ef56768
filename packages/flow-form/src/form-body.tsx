import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { Divider } from '@gatehouse/design/content'
import { Fragment, type ReactNode } from 'react'
import { fieldAtFault, fieldToFill } from './caret.ts'
import classes from './flow-form.module.css'
import type { OneFormProps } from './form-props.ts'
import { isButton, isField, isLastUsed, keyOf, roleOf } from './node-facts.ts'
import type { NodeViewProps } from './node-props.ts'
import { errorsAbout, messageElementId } from './error-fields.ts'
import { NodeView } from './node-view.tsx'

/** More providers than this stand in two columns. */
const oneColumn = 3
/** More than this many wait behind "more". */
const atOnce = 6

/** The inside of a form: hidden values first, then fields, the main action, and everything else after it. */
export function FormBody(props: OneFormProps) {
  const { arrangement, kind, position } = props
  const { hidden, primary, resend, alternatives, providers, back } = arrangement
  const { labels } = props
  const draw = drawer(props)
  const onlyByScript =
    !primary && providers.length === 0 && [...resend, ...alternatives.filter(isButton)].every(needsScript)
  const further = position === 'further'
  // One way alone is no choice, so its button is the primary one.
  const isLone =
    position !== 'before' &&
    !primary &&
    (providers.length === 0
      ? alternatives.filter(isButton).length === 1
      : providers.length === 1 && alternatives.length === 0 && kind !== 'settings')
  const offers = !isLone && alternatives.length + providers.length > 0
  const short = providers.length > oneColumn
  // A field whose button needs script is hidden with it.
  const way = (node: UiNode, looks: Partial<NodeViewProps>) =>
    onlyByScript && isField(node) ? (
      <div key={keyOf(node)} data-needs-script>
        {draw(node, { validate: false, ...looks })}
      </div>
    ) : (
      draw(node, { validate: false, ...looks })
    )
  const line = (node: UiNode) =>
    way(node, { row: true, short, lastUsed: isButton(node) && isLastUsed(node, props.lastUsed) })
  const note = onlyByScript && position !== 'before' && alternatives.length > 0 && (
    <p className={classes.needsScript} data-without-script data-testid="needs-script">
      {labels.needsScript}
    </p>
  )
  const rows = fieldRows(props, draw)
  return (
    <>
      {hidden.map((node) => draw(node))}
      {further && <Divider>{labels.or}</Divider>}
      {onlyByScript ? (
        <div className={classes.rows} data-needs-script>
          {rows}
        </div>
      ) : (
        rows
      )}
      {primary && draw(primary, { variant: further ? 'plain' : 'primary' })}
      {isLone && [...alternatives, ...providers].map((node) => way(node, { variant: 'primary' }))}
      {offers && primary && kind !== 'settings' && <Divider>{labels.or}</Divider>}
      {offers ? (
        <div className={classes.ways}>
          {alternatives.map(line)}
          {providerColumns(providers.map(line), labels.moreProviders)}
          {note}
        </div>
      ) : (
        note
      )}
      {position === 'before' && (
        <div data-needs-script={onlyByScript || undefined}>
          <Divider>{labels.or}</Divider>
        </div>
      )}
      {resend.length + back.length > 0 && (
        <div className={classes.quiet}>
          {[...resend, ...back].map((node) => draw(node, { variant: 'text', validate: false }))}
        </div>
      )}
    </>
  )
}

type Draw = (node: UiNode, looks?: Partial<NodeViewProps>) => ReactNode

/** Draws nodes with what all nodes of the form share. */
function drawer(props: OneFormProps): Draw {
  const { flow, kind, idPrefix, busy, pressed, paused, fieldFoot, onTrigger, trigger } = props
  const atFault = fieldAtFault(flow)
  return (node, looks) => {
    const { shown, described } = errorsAbout(node, flow)
    return (
      <NodeView
        // A password field is another one after each answer, which empties it.
        key={`${keyOf(node)}${isInputNode(node) && node.attributes.type === 'password' ? props.answers : ''}`}
        node={node}
        kind={kind}
        labels={props.labels}
        idPrefix={idPrefix}
        busy={busy}
        pressed={pressed}
        paused={paused}
        onTrigger={onTrigger}
        trigger={trigger}
        foot={isField(node) && fieldFoot?.(node)}
        caret={node === atFault}
        formErrors={shown}
        errorIds={described.map(({ id }) => messageElementId(id, idPrefix)).join(' ') || undefined}
        {...looks}
      />
    )
  }
}

/** The part above the main action: the page's own field, and the nodes with content. */
function fieldRows({ flow, arrangement, kind, busy, paused, position, ...props }: OneFormProps, draw: Draw): ReactNode {
  const { content, primary, alternatives } = arrangement
  const lastField = content.findLast(isField)
  const atFault = fieldAtFault(flow)
  const caret = position === undefined ? fieldToFill(flow, kind, content) : undefined
  return (
    <>
      {props.ownField?.((primary ?? alternatives[0])?.group ?? 'default')}
      {content.map((node) => (
        <Fragment key={keyOf(node)}>
          {draw(node, {
            end: isField(node) && props.fieldEnd?.(node),
            autoSubmit: !busy && !paused,
            caret: node === caret || node === atFault,
            // Enter sends the form from every field.
            enterKey: node === lastField ? 'go' : 'next',
          })}
          {!isField(node) && props.contentFoot?.(node)}
        </Fragment>
      ))}
    </>
  )
}

function providerColumns(drawn: readonly ReactNode[], more: string): ReactNode {
  return (
    <>
      <div className={classes.providers} data-columns={drawn.length > oneColumn ? 2 : undefined}>
        {drawn.slice(0, atOnce)}
      </div>
      {drawn.length > atOnce && (
        <details>
          <summary>{more}</summary>
          <div className={classes.providers} data-columns="2">
            {drawn.slice(atOnce)}
          </div>
        </details>
      )}
    </>
  )
}

const needsScript = (node: UiNode): boolean => isButton(node) && roleOf(node) === 'trigger'
