import { takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

// React may skip the first of two transitions: effects that wait for the start of a navigation would not run.
takeOver(<HydratedRouter useTransitions={false} />)
