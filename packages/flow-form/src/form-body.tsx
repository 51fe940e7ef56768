import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { Divider } from '@gatehouse/design/content'
import { Fragment } from 'react'
import { fieldAtFault, fieldToFill } from './caret.ts'
import classes from './flow-form.module.css'
import { englishLabels } from './labels.ts'
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
  const { arrangement, kind, busy, pressed, paused, fieldEnd, fieldFoot, lastUsed, onTrigger, trigger } = props
  const { answers, position } = props
  const further = position === 'further'
  const atFault = fieldAtFault(props.flow)
  const { hidden, content, primary, resend, alternatives, providers, back } = arrangement
  const labels = { ...englishLabels, ...props.labels }
  const draw = (node: UiNode, more?: Partial<NodeViewProps>) => {
    const { shown, described } = errorsAbout(node, props.flow)
    return (
      <NodeView
        // A password field is another one after each answer, which empties it.
        key={`${keyOf(node)}${isInputNode(node) && node.attributes.type === 'password' ? answers : ''}`}
        node={node}
        kind={kind}
        labels={labels}
        idPrefix={props.idPrefix}
        busy={busy}
        pressed={pressed}
        paused={paused}
        onTrigger={onTrigger}
        trigger={trigger}
        foot={isField(node) && fieldFoot?.(node)}
        caret={node === atFault}
        formErrors={shown}
        errorIds={described.map(({ id }) => messageElementId(id, props.idPrefix)).join(' ') || undefined}
        {...more}
      />
    )
  }
  const short = providers.length > oneColumn
  const onlyByScript =
    !primary && providers.length === 0 && [...resend, ...alternatives.filter(isButton)].every(needsScript)
  const oneWay = (node: UiNode) =>
    draw(node, { row: true, short, validate: false, lastUsed: isButton(node) && isLastUsed(node, lastUsed) })
  // A field whose button needs script is hidden with it.
  const way = (node: UiNode) =>
    onlyByScript && isField(node) ? (
      <div key={keyOf(node)} data-needs-script>
        {oneWay(node)}
      </div>
    ) : (
      oneWay(node)
    )
  const quiet = (node: UiNode) => draw(node, { variant: 'text', validate: false })
  const loneTrigger =
    position !== 'before' && !primary && providers.length === 0 && alternatives.filter(isButton).length === 1
  // One provider and no other method: there is no choice, so its button is the primary one.
  const loneProvider =
    position !== 'before' && kind !== 'settings' && !primary && alternatives.length === 0 && providers.length === 1
  const ways = loneTrigger ? [] : alternatives
  const offers = ways.length > 0 || (providers.length > 0 && !loneProvider)
  const note = onlyByScript && position !== 'before' && alternatives.length > 0 && (
    <p className={classes.needsScript} data-without-script data-testid="needs-script">
      {labels.needsScript}
    </p>
  )
  const lastField = content.findLast(isField)
  const caret = position === undefined ? fieldToFill(props.flow, kind, content) : undefined
  const rows = (
    <>
      {props.ownField?.((primary ?? alternatives[0])?.group ?? 'default')}
      {content.map((node) => (
        <Fragment key={keyOf(node)}>
          {draw(node, {
            end: isField(node) && fieldEnd?.(node),
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
      {loneTrigger &&
        alternatives.map((node) =>
          // A field whose button needs script is hidden with it.
          isField(node) && onlyByScript ? (
            <div key={keyOf(node)} data-needs-script>
              {draw(node, { validate: false })}
            </div>
          ) : (
            draw(node, { variant: 'primary', validate: false })
          ),
        )}
      {loneProvider && providers.map((node) => draw(node, { variant: 'primary', validate: false }))}
      {offers && primary && kind !== 'settings' && <Divider>{labels.or}</Divider>}
      {!offers && note}
      {offers && (
        <div className={classes.ways}>
          {ways.map(way)}
          <div className={classes.providers} data-columns={short ? 2 : undefined}>
            {providers.slice(0, atOnce).map(way)}
          </div>
          {providers.length > atOnce && (
            <details>
              <summary>{labels.moreProviders}</summary>
              <div className={classes.providers} data-columns="2">
                {providers.slice(atOnce).map(way)}
              </div>
            </details>
          )}
          {note}
        </div>
      )}
      {position === 'before' && (
        <div data-needs-script={onlyByScript || undefined}>
          <Divider>{labels.or}</Divider>
        </div>
      )}
      {resend.length + back.length > 0 && <div className={classes.quiet}>{[...resend, ...back].map(quiet)}</div>}
    </>
  )
}

const needsScript = (node: UiNode): boolean => isButton(node) && roleOf(node) === 'trigger'
