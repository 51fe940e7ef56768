import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Badge, Panel, Row } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { Maker } from '../configuration/maker.tsx'
import { Instant } from '../text/instant.tsx'
import { useText } from '../text/texts.tsx'
import classes from './branding.module.css'

/** A version that was published. */
export type Version = AnswerOf<'listBrandingVersions'>['versions'][number]

export interface VersionListProps {
  readonly versions: readonly Version[]
  /** The version that people see; a restore replaces it. */
  readonly present: string
  readonly mayRestore: boolean
  /** A changed key in words. */
  readonly nameOf: (path: string) => string
  /** The oldest one listed is the first that there was: before it, nothing was of one's own. */
  readonly isWhole: boolean
}

/** The published versions, newest first, each with its changes; the live one can be undone, the others restored. */
export function VersionList({ versions, present, mayRestore, nameOf, isWhole }: VersionListProps) {
  const t = useText('console_branding')
  if (versions.length === 0) return <p className={classes.quiet}>{t('history.empty')}</p>
  return (
    <Panel>
      {versions.map((version, index) => {
        const { id, changed, is_current: isLive, created_at: at } = version
        const before = versions[index + 1]?.id ?? (isWhole ? '' : undefined)
        const names = [...new Set(changed.map(nameOf))]
        return (
          <Row
            key={id}
            title={names.length === 0 ? t('history.nothing') : names.slice(0, 4).join(', ')}
            badge={isLive && <Badge tone="good">{t('history.live')}</Badge>}
            action={
              mayRestore &&
              (isLive ? (
                before !== undefined && <Restore version={before} present={present} label={t('history.undo')} />
              ) : (
                <Restore version={id} present={present} label={t('history.restore')} />
              ))
            }
          >
            <Maker of={version} />, <Instant at={at} />
          </Row>
        )
      })}
    </Panel>
  )
}

function Restore({
  version,
  present,
  label,
}: {
  readonly version: string
  readonly present: string
  readonly label: string
}) {
  return (
    <Form method="post" encType="multipart/form-data" preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="present" value={present} />
      <Button type="submit" name="intent" value="restore" size="small">
        {label}
      </Button>
    </Form>
  )
}
