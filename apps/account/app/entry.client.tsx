import { isStillShown, ShownAddress } from '@gatehouse/design/shown-address'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function takeOver() {
  hydrateRoot(
    document,
    <ShownAddress>
      <HydratedRouter />
    </ShownAddress>,
  )
}

// Who went back before script was here has the address of one page and sees another.
if (isStillShown()) startTransition(takeOver)
else location.reload()
