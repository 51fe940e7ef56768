/** The field that requests a flow's first screen again, with the input from there. Never reaches the service. */
export const startOverField = 'start_over'
