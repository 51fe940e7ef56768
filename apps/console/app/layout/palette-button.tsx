import { useHydrated } from '@gatehouse/design/browser'
import { Icon } from '@gatehouse/design/content'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ScopeData } from '../scopes/scope-data.ts'
import { needTexts } from '../text/arrived-texts.ts'
import { laterParts } from '../text/page-parts.ts'
import type { TextPart } from '../text/text-part.ts'
import { useText } from '../text/texts.tsx'
import classes from './palette-button.module.css'

// Nothing of them is in the first load, nor are their texts.
const loadPalette = () => withTexts(import('../palette/palette.tsx'), laterParts['palette/palette.tsx'])
const Palette = lazy(loadPalette)
const Shortcuts = lazy(() => withTexts(import('../palette/shortcuts.tsx'), laterParts['palette/shortcuts.tsx']))

async function withTexts<T>(loading: Promise<T>, parts: readonly TextPart[]): Promise<T> {
  const [module] = await Promise.all([loading, needTexts(parts)])
  return module
}

type Shown = 'palette' | 'shortcuts' | undefined

/** Opens the palette, and listens to the keys that work everywhere. They need script, and so does the button. */
export function PaletteButton({ data }: { readonly data: ScopeData }) {
  const t = useText('console')
  const hydrated = useHydrated()
  const [shown, setShown] = useState<Shown>()
  const close = useCallback(() => setShown(undefined), [])
  useShortcuts(setShown)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-needs-script
        disabled={!hydrated}
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setShown('palette')}
      >
        <Icon name="search" size={18} />
        <span>{t('palette.button')}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Suspense>
        {shown === 'palette' && <Palette data={data} isOpen onClose={close} />}
        {shown === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </>
  )
}

/** `/` goes to the page's own search, if it has one; in a text field it stays a character. */
function useShortcuts(show: (what: Shown) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) {
        event.preventDefault()
        show('palette')
        return
      }
      if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('[role=dialog]') !== null) return
      if (key === '?') show('shortcuts')
      else if (key === '/') {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>('main input[type=search]')
        if (search === null) show('palette')
        else search.select()
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [show])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
