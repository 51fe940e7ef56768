import { useText } from '../text/texts.tsx'
import classes from './change-list.module.css'
import { saidDuration } from './duration.ts'
import type { SettingChange } from './setting-changes.server.ts'

/** The changes in words: "Passkey: off → on". */
export function ChangeList({ changes }: { readonly changes: readonly SettingChange[] }) {
  const t = useText('console_projects')
  const say = useSetting()
  if (changes.length === 0) return null
  return (
    <ol className={classes.changes} data-testid="changes">
      {changes.map((change) => (
        <li key={change.path}>
          <span>{t(`switch.${change.path}`)}</span>
          <span className={classes.values}>
            {change.kind === 'secret' ? (
              <b>{t(change.after === null ? 'change.removed' : 'change.replaced')}</b>
            ) : (
              <>
                <bdi>{say(change.kind, change.before)}</bdi>
                <span aria-hidden="true"> → </span>
                <span data-unseen>{t('change.to')}</span>
                <b>
                  <bdi>{change.after === null ? t('origin.default') : say(change.kind, change.after)}</bdi>
                </b>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Says the value of a setting. */
function useSetting() {
  const t = useText('console_projects')
  return (kind: SettingChange['kind'], value: boolean | string | number): string => {
    if (typeof value === 'boolean') return t(value ? 'change.on' : 'change.off')
    if (kind !== 'duration' || typeof value !== 'number') return value === '' ? '–' : String(value)
    const { number, unit } = saidDuration(value)
    return t(`duration.${unit}`, { count: number })
  }
}
