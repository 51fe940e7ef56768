import { takeOver } from '@gatehouse/design/browser'
import { HydratedRouter } from 'react-router/dom'

takeOver(<HydratedRouter />)
