import { isInputNode, type SettingsFlow, type UiNode } from '@gatehouse/contract/flows'
import { useHydrated } from '@gatehouse/design/browser'
import { Icon, SteadyText } from '@gatehouse/design/content'
import { Button, ButtonLink, Checkbox } from '@gatehouse/design/controls'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { keptField, keptParameter } from '../../flow-page/settings/kept-tick.ts'
import { useText } from '../../text/text-source.ts'
import { backupCodes } from './backup-codes.ts'
import classes from './settings-page.module.css'

/** The id of the tick that new codes were kept. */
export const keptId = 'codes-kept'

/** Draws the content below a secret of the settings: ways to keep it. */
export function belowSecrets(node: UiNode, flow: SettingsFlow): ReactNode {
  const codes = backupCodes([node])
  if (codes.length > 0) return <BackupCodeTools codes={codes} flow={flow} />
  const { attributes } = node
  if (attributes.node_type !== 'text' || attributes.id !== 'totp_secret_key') return null
  return <CopyTool text={attributes.text.text} />
}

/** Copies a text. Present only if script runs. */
function CopyTool({ text, beside }: { readonly text: string; readonly beside?: ReactNode }) {
  const t = useText('settings')
  const hydrated = useHydrated()
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
  return (
    <>
      <div className={classes.tools} data-needs-script={beside === undefined || undefined}>
        {(hydrated || beside === undefined) && (
          <Button
            size="small"
            icon={<Icon name={copied === 'yes' ? 'check' : 'copy'} size={16} />}
            onClick={() => void copy()}
          >
            <SteadyText among={[t('codes.copy'), t('codes.copied_yes')]}>
              {copied === 'yes' ? t('codes.copied_yes') : t('codes.copy')}
            </SteadyText>
          </Button>
        )}
        {beside}
      </div>
      <p role="status" data-unseen={copied !== 'no' || undefined}>
        {copied !== undefined && t(`codes.copied_${copied}`)}
      </p>
    </>
  )
}

interface BackupCodeToolsProps {
  readonly codes: readonly string[]
  readonly flow: SettingsFlow
}

/** Below recovery codes: ways to keep them, and, for new ones, a tick that they were kept, before they count. */
function BackupCodeTools({ codes, flow }: BackupCodeToolsProps) {
  const t = useText('settings')
  const hydrated = useHydrated()
  const isMissing = useSearchParams()[0].has(keptParameter)
  const isNew = flow.ui.nodes.some((one) => isInputNode(one) && one.attributes.name === 'lookup_secret_confirm')
  return (
    <div data-part="backup-codes">
      <CopyTool
        text={`${codes.join('\n')}\n`}
        beside={
          <>
            <ButtonLink
              href={`/settings/codes?${new URLSearchParams({ flow: flow.id })}`}
              size="small"
              icon={<Icon name="download" size={16} />}
              data-testid="codes-download"
            >
              {t('codes.download')}
            </ButtonLink>
            {hydrated && (
              <Button size="small" icon={<Icon name="print" size={16} />} onClick={() => window.print()}>
                {t('codes.print')}
              </Button>
            )}
          </>
        }
      />
      {isNew && (
        <div className={classes.kept}>
          {/* An unticked box sends nothing; the last of two values counts. */}
          <input type="hidden" name={keptField} value="false" />
          <Checkbox
            id={keptId}
            name={keptField}
            value="true"
            label={t('codes.kept')}
            required
            messages={isMissing ? [{ text: t('codes.kept_missing'), kind: 'error' }] : []}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the refused field
            autoFocus={isMissing}
          />
        </div>
      )}
    </div>
  )
}
