import { holdTextAreas, takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

holdTextAreas()
// Without transitions, for the reason of the account pages' entry: the start of every navigation is drawn.
takeOver(<HydratedRouter useTransitions={false} />)
