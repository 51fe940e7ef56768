import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isStillShown } from './layout/shown-address.ts'

// Who went back before script was here has the address of one page and sees another.
if (!isStillShown()) location.reload()
else startTransition(() => void hydrateRoot(document, <HydratedRouter />))
