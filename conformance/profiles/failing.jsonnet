local claims = std.extVar('claims');

{ identity: { traits: { email: claims.nobody_has_told_this } } }
