function(ctx) {
  email: ctx.template_data.identity.traits.email,
  To: ctx.recipient,
  Body: ctx.body,
  Code: ctx.template_data.verification_code,
  Kind: ctx.message_type,
  Template: ctx.template_type,
  Known: std.toString(std.objectHas(ctx.template_data, 'verification_url')),
}
