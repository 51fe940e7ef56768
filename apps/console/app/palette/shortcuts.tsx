import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useText } from '../text/texts.tsx'
import classes from './palette.module.css'

/** What can be pressed anywhere. */
export default function Shortcuts({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText('console')
  return (
    <ModalOverlay
      className={classes.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={classes.modal ?? ''}>
        <Dialog className={classes.shortcuts ?? ''}>
          <Heading slot="title">{t('shortcuts.title')}</Heading>
          <dl>
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
      </Modal>
    </ModalOverlay>
  )
}
