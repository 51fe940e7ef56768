import { useHydrated } from '@gatehouse/design/browser'
import { Alert } from '@gatehouse/design/content'
import { useEffect, useRef } from 'react'
import type { TextFault } from '../../configuration/config-text.server.ts'
import { AreaField } from '../../form/area-field.tsx'
import { ConsoleForm, NothingSaved } from '../../form/console-form.tsx'
import { useScope } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import classes from './editor.module.css'

export interface EditorProps {
  readonly text: string
  /** Of the configuration that the text began as. */
  readonly revision: string
  readonly faults: readonly TextFault[]
  /** The text comes back from its review. */
  readonly isAgain: boolean
}

/** The text and its faults, each with its line. */
export function Editor({ text, revision, faults, isAgain }: EditorProps) {
  const t = useText('console_projects')
  const may = useScope().project?.may.includes('patchProjectWithRevision') === true
  const box = useRef<HTMLDivElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [faults])
  return (
    <div className={classes.editor} ref={box}>
      {faults.length > 0 && (
        <Alert kind="error" title={t('text.refused')} data-testid="faults" ref={alert} autoFocus>
          <ul className={classes.faults}>
            {faults.map((fault, index) => (
              <li key={index}>
                <Fault
                  fault={fault}
                  show={(line) => selectLine(box.current?.querySelector('textarea') ?? null, line)}
                />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isAgain && <NothingSaved />}
      {may ? (
        <ConsoleForm intent="review" submit={t('configuration.review')} before={revision}>
          <AreaField
            name="draft"
            label={t('text.label')}
            hint={t('text.hint')}
            rows={28}
            defaultValue={text}
            isCode
            isWide
          />
        </ConsoleForm>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        <pre className={classes.text} dir="ltr" tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}

function Fault({ fault, show }: { readonly fault: TextFault; readonly show: (line: number) => void }) {
  const t = useText('console_projects')
  const hydrated = useHydrated()
  const { line, text } = fault
  return (
    <>
      {line !== undefined && (
        <strong>
          {hydrated ? (
            <button type="button" className={classes.line} onClick={() => show(line)}>
              {t('text.line', { line })}
            </button>
          ) : (
            t('text.line', { line })
          )}{' '}
        </strong>
      )}
      <bdi lang="en">{text}</bdi>
    </>
  )
}

/** Selects a line (from 1) of a text field and brings it into view. */
function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
}
