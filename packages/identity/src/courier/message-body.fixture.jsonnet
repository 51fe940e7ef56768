function(ctx) { to: ctx.recipient, body: ctx.body, data: ctx.template_data }
