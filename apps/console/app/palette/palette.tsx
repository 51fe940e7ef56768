import { Icon } from '@gatehouse/design/content'
import { useDeferredValue, useEffect, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import type { Found } from '../find/found.ts'
import { rootOf } from '../page/navigation-of.ts'
import type { ScopeData } from '../scopes/scope-data.ts'
import { useText } from '../text/texts.tsx'
import { type PaletteItem, paletteSections } from './palette-items.ts'
import classes from './palette.module.css'

export interface PaletteProps {
  readonly data: ScopeData
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A pause in typing after which people and organizations are looked for, in milliseconds. */
const pauseMs = 120
const nothing: Found = { people: [], organizations: [] }

/** One box for everything: people and organizations, pages, and actions. */
export default function Palette({ data, isOpen, onClose }: PaletteProps) {
  const t = useText('console')
  return (
    <ModalOverlay
      className={classes.overlay ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={classes.modal ?? ''}>
        <Dialog className={classes.dialog ?? ''} aria-label={t('palette.title')}>
          <Search data={data} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Search({ data, onClose }: Pick<PaletteProps, 'data' | 'onClose'>) {
  const t = useText('console')
  const settings = useText('console_projects')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [typed, setTyped] = useState('')
  const [copied, setCopied] = useState<string>()
  const found = useFound(data, typed.trim())
  const sections = useDeferredValue(paletteSections({ data, found, typed: typed.trim(), pathname, t, settings }))
  const items = sections.flatMap(({ items: own }) => own)
  const act = ({ id, does }: PaletteItem) => {
    if (does.kind === 'copy') {
      void navigator.clipboard.writeText(does.text).then(() => setCopied(id))
      return
    }
    onClose()
    void navigate(does.href)
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <TextField type="search" className={classes.search ?? ''} autoFocus>
        <Icon name="search" size={20} />
        <Label data-unseen>{t('palette.title')}</Label>
        <Input className={classes.input ?? ''} placeholder={t('palette.example')} dir="auto" maxLength={200} />
        <kbd>Esc</kbd>
      </TextField>
      <ListBox
        className={classes.list ?? ''}
        aria-label={t('palette.title')}
        selectionMode="none"
        items={sections}
        onAction={(key) => {
          const item = items.find(({ id }) => id === key)
          if (item !== undefined) act(item)
        }}
        renderEmptyState={() => <p className={classes.none}>{t('palette.none', { typed })}</p>}
      >
        {(section) => (
          <ListBoxSection id={section.id} className={classes.section ?? ''}>
            <Header className={classes.header ?? ''}>{t(`palette.${section.id}`)}</Header>
            {section.items.map((item) => (
              <ListBoxItem key={item.id} id={item.id} className={classes.item ?? ''} textValue={item.label}>
                <Icon name={copied === item.id ? 'check' : item.icon} size={18} />
                <span className={classes.label}>
                  <bdi>{item.label}</bdi>
                </span>
                {(item.about !== '' || copied === item.id) && (
                  <span className={classes.about}>
                    <bdi>{copied === item.id ? t('one_time.copied') : item.about}</bdi>
                  </span>
                )}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
      </ListBox>
      <p className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')}
        </span>
        <span>
          <kbd>↵</kbd> {t('palette.open')}
        </span>
        <span>
          <kbd>?</kbd> {t('shortcuts.title')}
        </span>
      </p>
    </Autocomplete>
  )
}

/** Returns the people and organizations of the project that fit; the previous results during a search. */
function useFound(data: ScopeData, typed: string): Found {
  const { load, data: loaded } = useFetcher<Found>()
  const root = rootOf(data)
  const isProject = data.project !== undefined
  useEffect(() => {
    if (!isProject || typed === '') return undefined
    const timer = setTimeout(() => void load(`${root}/find?${new URLSearchParams({ q: typed })}`), pauseMs)
    return () => clearTimeout(timer)
  }, [load, root, typed, isProject])
  return typed === '' || loaded === undefined ? nothing : loaded
}
