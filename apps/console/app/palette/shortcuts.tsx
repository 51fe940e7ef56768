import { Dialog } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import classes from './palette.module.css'

/** The keyboard shortcuts of every page. */
export default function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useText('console')
  return (
    <Dialog title={t('shortcuts.title')} onDismiss={onClose}>
      <dl className={classes.shortcuts}>
        <div>
          <dt>{t('shortcuts.palette')}</dt>
          <dd>
            <kbd>Ctrl</kbd> <kbd>K</kbd> · <kbd>⌘</kbd> <kbd>K</kbd>
          </dd>
        </div>
        <div>
          <dt>{t('shortcuts.search')}</dt>
          <dd>
            <kbd>/</kbd>
          </dd>
        </div>
        <div>
          <dt>{t('shortcuts.list')}</dt>
          <dd>
            <kbd>?</kbd>
          </dd>
        </div>
        <div>
          <dt>{t('shortcuts.close')}</dt>
          <dd>
            <kbd>Esc</kbd>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
