import { holdTextAreas, takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

holdTextAreas()
takeOver(<HydratedRouter />)
