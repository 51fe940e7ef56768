import '@gatehouse/font/inter.css'
import '@gatehouse/design/tokens.css'
import '@gatehouse/design/base.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'
import { AccountPage, DialogPage, GatePage } from './layouts.tsx'
import { readLook, type Look } from './look.ts'
import { NarrowWindow } from './narrow-window.tsx'
import { drawFocus } from './draw-focus.ts'

const look = readLook(location.search)
const page = document.documentElement
page.lang = look.language
page.dir = look.language === 'ar' ? 'rtl' : 'ltr'
if (look.theme !== 'system') page.dataset['theme'] = look.theme

drawFocus(document.styleSheets)
const root = document.querySelector('#gallery')
if (root) createRoot(root).render(whatToShow(look))

function whatToShow(look: Look) {
  if (look.width === '320') return <NarrowWindow look={look} />
  switch (look.show) {
    case 'gate':
      return <GatePage />
    case 'account':
      return <AccountPage />
    case 'dialog':
      return <DialogPage />
    case 'everything':
      return <Gallery look={look} />
    default:
      return look.show satisfies never
  }
}
