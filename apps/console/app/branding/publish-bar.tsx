import { Icon, InkBar } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import { useList } from '../text/use-list.ts'
import classes from './publish-bar.module.css'

export interface PublishBarProps {
  /** The differences from the published brand, in words; without any the bar offers to save and publish the input. */
  readonly changed: readonly string[]
  readonly isSaving: boolean
  /** The id of the form that the buttons submit. */
  readonly form: string
  /** Whether the form has fields that a draft could keep. */
  readonly mayKeep?: boolean
}

const shownAtMost = 4

/**
 * At the foot of the window: the unpublished changes, and the buttons that publish or discard them. They are buttons of
 * the page's form. Without changes only a person without script needs the bar: a press then saves or publishes the
 * input.
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
