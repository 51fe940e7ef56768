import { holdTextAreas } from '@gatehouse/design/hold-text-areas'
import { takeOver } from '@gatehouse/design/take-over'
import { HydratedRouter } from 'react-router/dom'

holdTextAreas()
takeOver(<HydratedRouter />)
