import { holdTextAreas, takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

holdTextAreas()
// As in the account pages: React may skip the first of two transitions.
takeOver(<HydratedRouter useTransitions={false} />)
