import { takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

// As a transition, the start of a navigation is not drawn where its end follows soon: what waits for that would not see it.
takeOver(<HydratedRouter useTransitions={false} />)
