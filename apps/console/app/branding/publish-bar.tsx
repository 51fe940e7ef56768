import { Icon, InkBar } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import { useList } from '../text/use-list.ts'
import classes from './publish-bar.module.css'

export interface PublishBarProps {
  /** What is different from what people see, in words; nothing is: the bar offers to keep and publish what is typed. */
  readonly changed: readonly string[]
  readonly isSaving: boolean
  /** The form whose buttons these are. */
  readonly form: string
  /** Whether the form has fields that a draft could keep. */
  readonly mayKeep?: boolean
}

const shownAtMost = 4

/**
 * At the foot of the window: what is not published, and the two ways out of it. Buttons of the page's form. While there is
 * nothing, only who has no script needs it: there a press keeps or publishes what is typed.
 */
export function PublishBar({ changed, isSaving, form, mayKeep = true }: PublishBarProps) {
  const t = useText('console_branding')
  const list = useList()
  const more = changed.length - shownAtMost
  const keep = (
    <button type="submit" form={form} name="intent" value="save" data-part="save-draft">
      {t('bar.save')}
    </button>
  )
  const bar = (
    <InkBar
      label={t('bar.label')}
      at="window"
      state={
        changed.length > 0 ? (
          <>
            {t('bar.unpublished')}{' '}
            <span>
              {list(changed.slice(0, shownAtMost))}
              {more > 0 && ` ${t('bar.more', { count: more })}`}
            </span>
          </>
        ) : (
          t('bar.published')
        )
      }
      actions={
        <>
          {/* With script, whatever is typed is kept by itself. No such element may stand in another one. */}
          {mayKeep && (changed.length > 0 ? <noscript>{keep}</noscript> : keep)}
          {changed.length > 0 && (
            <button type="submit" form={form} name="intent" value="discard">
              {t('bar.discard')}
            </button>
          )}
          <button type="submit" form={form} name="intent" value="publish" data-main>
            {t('bar.publish')}
          </button>
        </>
      }
    >
      <span className={classes.saving} aria-hidden="true">
        {isSaving && <Icon name="clock" size={16} />}
      </span>
    </InkBar>
  )
  return changed.length > 0 ? bar : <noscript>{bar}</noscript>
}
