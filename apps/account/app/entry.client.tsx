import { takeOver } from '@gatehouse/design/take-over'
import { HydratedRouter } from 'react-router/dom'

takeOver(<HydratedRouter />)
