import { isInputNode, type SettingsFlow, type UiNode } from '@gatehouse/contract/flows'
import { Button, ButtonLink, Checkbox } from '@gatehouse/design/controls'
import { useHydrated } from '@gatehouse/design/browser'
import { Icon } from '@gatehouse/design/content'
import { type ReactNode, useState } from 'react'
import { useText } from '../../text/text-source.ts'
import { backupCodes } from './backup-codes.ts'
import classes from './settings-page.module.css'

interface BackupCodeToolsProps {
  readonly codes: readonly string[]
  readonly flow: SettingsFlow
}

/** What stands below a node of the settings: for backup codes, what to do with them. */
export function belowCodes(node: UiNode, flow: SettingsFlow): ReactNode {
  const codes = backupCodes([node])
  return codes.length > 0 && <BackupCodeTools codes={codes} flow={flow} />
}

/** Below backup codes: ways to keep them, and, for new ones, a tick that they were kept, before they count. */
function BackupCodeTools({ codes, flow }: BackupCodeToolsProps) {
  const t = useText('settings')
  const hydrated = useHydrated()
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const isNew = flow.ui.nodes.some((one) => isInputNode(one) && one.attributes.name === 'lookup_secret_confirm')
  const copy = () =>
    navigator.clipboard.writeText(`${codes.join('\n')}\n`).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
  return (
    <div data-part="backup-codes">
      <div className={classes.tools}>
        {hydrated && (
          <Button size="small" icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
            {t('codes.copy')}
          </Button>
        )}
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
      </div>
      <p role="status">{copied !== undefined && t(`codes.copied_${copied}`)}</p>
      {isNew && (
        <div className={classes.kept}>
          {/* Without a name it is not sent; the browser itself sees that it is ticked. */}
          <Checkbox id="codes-kept" label={t('codes.kept')} required />
        </div>
      )}
    </div>
  )
}
